import { placesOf } from './road-network.js';

export const berlinPlaces = placesOf(`
Depot and the north-west:
Westhafen 52.5381 13.3371, Westhafenstraße 52.5393 13.3341, A100 Seestraße 52.54 13.332
A100 Beusselstraße 52.5381 13.3261, Beusselbrücke 52.5346 13.3288, Beusselstraße/Turmstraße 52.5273 13.3283
Gotzkowskybrücke 52.5229 13.3296, Franklinstraße 52.5175 13.325, Turmstraße 52.5259 13.3415
Alt-Moabit 52.5254 13.353, Invalidenstraße 52.5246 13.361, Hauptbahnhof 52.5263 13.369
Naturkundemuseum 52.5306 13.3822, Amrumer Straße 52.5447 13.3434
Müllerstraße to Tegel:
Oranienburger Tor 52.5264 13.3871, Schwartzkopffstraße 52.5354 13.377, Weddingplatz 52.5402 13.37
Wedding 52.5427 13.3661, Leopoldplatz 52.5465 13.3594, Müllerstraße/Seestraße 52.5505 13.352
Rehberge 52.5567 13.341, Afrikanische Straße 52.5609 13.3335, Kurt-Schumacher-Platz 52.5637 13.3277
Scharnweberstraße 52.5671 13.3115, Otisstraße 52.5711 13.3031, Holzhauser Straße 52.5763 13.2951
Borsigwerke 52.5821 13.2901, Alt-Tegel 52.5896 13.2838
Osloer, Bornholmer, Wisbyer Straße; Pankow, Weißensee:
Louise-Schroeder-Platz 52.557 13.3656, Osloer Straße 52.5566 13.3739, Prinzenallee 52.5561 13.3814
Grüntaler Straße 52.5553 13.3914, Bösebrücke 52.5545 13.4, Bornholmer Straße 52.5537 13.4145
Wisbyer Straße 52.5527 13.4241, Prenzlauer Promenade 52.5512 13.4302, Ostseestraße 52.5443 13.4442
Vinetastraße 52.5595 13.4134, Pankow 52.5673 13.4122, Breite Straße 52.571 13.4101
Antonplatz 52.5485 13.4515, Weißer See 52.5534 13.462, Rennbahnstraße 52.557 13.4695
Schönhauser Allee 52.5493 13.414, Eberswalder Straße 52.5411 13.4122, Senefelderplatz 52.5326 13.4127
Rosa-Luxemburg-Platz 52.528 13.4103, Prenzlauer Allee/Danziger 52.5389 13.424
Greifswalder/Danziger 52.5341 13.4333, Greifswalder Straße 52.5403 13.4388, Königstor 52.5281 13.424
The middle:
Rosenthaler Platz 52.5296 13.4014, Prenzlauer Tor 52.5268 13.4159, Mollstraße 52.5257 13.4203
Platz der Vereinten Nationen 52.5236 13.4297, Alexanderplatz 52.5238 13.4124
Haus des Lehrers 52.5219 13.4166, Grunerstraße 52.5207 13.4151, Molkenmarkt 52.5165 13.4091
Spittelmarkt 52.5113 13.402, Leipziger/Friedrichstraße 52.5104 13.3899, Potsdamer Platz 52.5095 13.3766
Unter den Linden 52.517 13.3889, Friedrichstraße 52.5224 13.3879, Kochstraße 52.5067 13.3905
Kochstraße/Wilhelmstraße 52.5064 13.3861, Wilhelmstraße 52.5014 13.3886, Jannowitzbrücke 52.5155 13.418
Frankfurter and Landsberger Allee:
Schillingstraße 52.5202 13.4225, Strausberger Platz 52.5185 13.4284, Weberwiese 52.5169 13.4433
Frankfurter Tor 52.5158 13.454, Samariterstraße 52.5147 13.4643, Frankfurter Allee 52.5136 13.476
Magdalenenstraße 52.512 13.4911, Lichtenberger Brücke 52.5111 13.5005, Alt-Friedrichsfelde 52.5107 13.5048
Friedenstraße 52.5232 13.4336, Landsberger/Petersburger 52.5254 13.4446, Landsberger Allee 52.5289 13.4577
Storkower Straße 52.532 13.4719, Weißenseer Weg 52.534 13.4918, Rhinstraße 52.5354 13.5175
Bersarinplatz 52.5187 13.453
From the Brandenburger Tor to the west:
Brandenburger Tor 52.5163 13.3772, Ebertstraße 52.513 13.3763, Kleiner Stern 52.5155 13.3637
Großer Stern 52.5145 13.3505, Tiergarten 52.5138 13.3368, Ernst-Reuter-Platz 52.5127 13.3218
Deutsche Oper 52.5119 13.3094, Bismarckstraße 52.5115 13.3053, Sophie-Charlotte-Platz 52.5109 13.2975
A100 Kaiserdamm 52.5103 13.2849, Theodor-Heuss-Platz 52.5098 13.273, Klingelhöferstraße 52.5085 13.3514
Lützowplatz 52.5048 13.3533, An der Urania 52.5012 13.3491, Martin-Luther-Straße 52.4925 13.3477
Rathaus Schöneberg 52.4846 13.3453, Rathenauplatz 52.495 13.2859, Lehniner Platz 52.4992 13.302
Adenauerplatz 52.5 13.3071, Olivaer Platz 52.5006 13.3131, Uhlandstraße 52.5027 13.3262
Joachimsthaler Straße 52.5038 13.3314, Breitscheidplatz 52.5043 13.3357, Wittenbergplatz 52.5021 13.3426
Nollendorfplatz 52.4994 13.3537
Potsdamer, Haupt- and Rheinstraße:
Potsdamer Brücke 52.506 13.3679, Kurfürstenstraße 52.5 13.3628, Potsdamer/Bülowstraße 52.4978 13.3616
Pallasstraße 52.4942 13.3606, Kleistpark 52.4903 13.3603, Kaiser-Wilhelm-Platz 52.4876 13.3557
Dominicusstraße 52.4826 13.3468, Innsbrucker Platz 52.4786 13.3442, Breslauer Platz 52.4715 13.3353
Kaisereiche 52.4702 13.334, Walther-Schreiber-Platz 52.4649 13.3285, Schloßstraße 52.4612 13.3248
Rathaus Steglitz 52.4562 13.3204
Landwehrkanal, Kreuzberg, Neukölln, Treptow:
Reichpietschufer 52.5053 13.372, Schöneberger Straße 52.502 13.3769, Großbeerenbrücke 52.4991 13.3853
Mehringbrücke 52.4981 13.3889, Hallesches Tor 52.498 13.3917, Prinzenstraße 52.4985 13.4066
Kottbusser Tor 52.4991 13.4182, Görlitzer Bahnhof 52.4992 13.4264, Schlesisches Tor 52.5012 13.4417
Oberbaumbrücke 52.5011 13.445, Stralauer Allee 52.5027 13.4468, Warschauer Straße 52.5074 13.4501
Osthafen 52.5004 13.4554, Elsenbrücke 52.4974 13.4647, Treptower Park 52.4929 13.461
Puschkinallee 52.4942 13.4548, Schlesische Brücke 52.4976 13.4484, Kottbusser Brücke 52.4957 13.4203
Schönleinstraße 52.4932 13.4222, Hermannplatz 52.4868 13.4246, Rathaus Neukölln 52.481 13.4352
Karl-Marx-Straße 52.4764 13.4395, Neukölln 52.4697 13.4416, Grenzallee 52.4638 13.4441
Erkstraße 52.4817 13.4401, Wildenbruchplatz 52.4779 13.4479, Sonnenallee 52.4733 13.4571
Dammweg 52.469 13.4666, Baumschulenstraße 52.4608 13.4812
Yorckstraße, B96 to the south:
Yorckstraße West 52.4934 13.3672, Katzbachstraße 52.4915 13.3768
Großbeerenstraße/Yorckstraße 52.4937 13.3835, Mehringdamm 52.4929 13.3877, Gneisenaustraße 52.4916 13.3944
Südstern 52.4892 13.4065, Platz der Luftbrücke 52.485 13.3859, Paradestraße 52.4782 13.3858
Tempelhof 52.4698 13.3857, Alt-Tempelhof 52.4648 13.3856, Kaiserin-Augusta-Straße 52.4603 13.3849
Ullsteinstraße 52.4535 13.3843, Westphalweg 52.4458 13.3856, Alt-Mariendorf 52.4396 13.3875
A100:
A100 Buschkrugallee 52.4622 13.4348, A100 Britz 52.4606 13.4181, A100 Oberlandstraße 52.4626 13.4047
A100 Gottlieb-Dunkel-Straße 52.466 13.3985, A100 Alboinstraße 52.47 13.3777, A100 Südkreuz 52.4715 13.3684
A100 Sachsendamm 52.4742 13.3611, A100 Kreuz Schöneberg 52.4737 13.3545, A100 Hauptstraße 52.4746 13.3502
A100 Wexstraße 52.478 13.3319, A100 Detmolder Straße 52.4779 13.3204, A100 Heidelberger Platz 52.4799 13.3129
A100 Schmargendorf 52.483 13.3065, A100 Hohenzollerndamm 52.4879 13.3002, A100 Halensee 52.4941 13.2908
A100 Westkreuz 52.4997 13.2808, A100 Funkturm 52.5017 13.2803, A100 Messe 52.5069 13.2828
A100 Knobelsdorffstraße 52.5128 13.286, A100 Spandauer Damm 52.5184 13.2833, A100 Siemensdamm 52.5233 13.2813
A100 Rudolf-Wissel-Brücke 52.5281 13.2826, A100 Charlottenburg 52.5319 13.2859
A100 Jakob-Kaiser-Platz 52.5333 13.291, A100 Goerdelerdamm 52.5341 13.2989, A100 Jungfernheide 52.535 13.305
`);
